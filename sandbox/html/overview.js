/* global document, fetch, setTimeout */
(() => {
  const POLL_MS = 1000;
  const basePath = document.body.dataset.basePath;
  const TONES = {
    good: ['SUCCEEDED', 'STARTED'],
    bad: ['FAILED', 'ERROR'],
    busy: ['RUNNING', 'STARTING', 'RESTARTING', 'RECOVERING', 'UPGRADING', 'ROLLING_BACK'],
    wait: ['STOPPING', 'AWAITING', 'REQUESTED', 'QUEUED', 'KILLING'],
  };

  const byId = (id) => document.getElementById(id);
  const findTone = (status) =>
    Object.keys(TONES).find((tone) => TONES[tone].includes(status)) ?? 'off';

  function createElement(tag, className, ...children) {
    const created = document.createElement(tag);
    if (className) created.className = className;
    created.append(...children);
    return created;
  }

  function formatDuration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
    return `${Math.floor(seconds / 86_400)} d`;
  }

  function createPill({ status, details }) {
    const words = status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');
    const created = createElement('span', `pill ${findTone(status)}`, words);
    if (details) created.title = details;
    return created;
  }

  /** Sets an ID, so that the button can be focused again after an update has replaced it. */
  function createButton(entity, path, title, isDisabled = false) {
    const created = createElement('button', 'action', title);
    created.id = `${path}-${entity.id}`;
    created.type = 'button';
    created.disabled = isDisabled;
    created.dataset.path = path;
    created.dataset.entityId = entity.id;
    return created;
  }

  const ACTIONS = {
    Job: createJobButtons,
    Pipeline: (pipeline) => [createButton(pipeline, 'run-pipeline', 'Run now')],
    App: (app) => [createButton(app, 'start-app', 'Start'), createButton(app, 'stop-app', 'Stop')],
  };

  function createJobButtons(job) {
    const run = createButton(job, 'run', 'Run now');
    if (job.alwaysFails) return [createElement('b', 'always', 'Always fails'), run];
    const title = job.failsNext ? 'Next run fails' : 'Fail next run';
    return [run, createButton(job, 'fail-next-run', title, job.failsNext)];
  }

  function createRow(kind, entity, now) {
    const { id, name, tag, state } = entity;
    const title = createElement('div', 'job', name);
    title.title = id;
    const cells = [
      createElement('div', '', title, createElement('div', 'tag', tag)),
      state?.number === undefined ? '' : `#${state.number}`,
      state ? createPill(state) : 'Not run yet',
      state ? `${formatDuration(now - state.since)} ago` : '',
      state?.tookMs === undefined ? '' : formatDuration(state.tookMs),
      createElement('div', 'actions', ...ACTIONS[kind](entity)),
    ];
    return createElement('tr', '', ...cells.map((cell) => createElement('td', '', cell)));
  }

  function createTable(kind, entities, now) {
    if (entities.length === 0) return [];
    const titles = [kind, 'Run', 'Status', kind === 'App' ? 'Since' : 'Started', 'Duration', ''];
    const columns = ['job', 'run', 'status', 'since', 'duration', 'action'];
    const heads = titles.map((title, index) =>
      createElement('th', `${columns[index]}-column`, title),
    );
    const rows = entities.map((entity) => createRow(kind, entity, now));
    const head = createElement('thead', '', createElement('tr', '', ...heads));
    return [createElement('table', '', head, createElement('tbody', '', ...rows))];
  }

  function createCard({ name, description, jobs, pipelines, apps }, now) {
    const head = createElement('header', '', createElement('h2', '', name));
    if (description) head.append(createElement('span', 'quiet', description));
    const tables = [
      ...createTable('Job', jobs, now),
      ...createTable('Pipeline', pipelines, now),
      ...createTable('App', apps, now),
    ];
    return createElement('section', 'card project', head, ...tables);
  }

  let shownText = '';
  // The page does not update while the pointer is down: a button that is replaced then gets no click event.
  let isPressed = false;

  async function update() {
    try {
      const answer = await fetch(`${basePath}/sandbox/state`, { cache: 'no-store' });
      const text = await answer.text();
      if (text !== shownText && !isPressed) {
        const focused = document.activeElement?.id;
        const { now, facts, projects } = JSON.parse(text);
        byId('facts').textContent = facts;
        byId('projects').replaceChildren(...projects.map((project) => createCard(project, now)));
        if (focused) byId(focused)?.focus();
        shownText = text;
      }
      byId('offline').hidden = true;
    } catch {
      byId('offline').hidden = false;
    }
  }

  async function poll() {
    await update();
    setTimeout(poll, POLL_MS);
  }

  document.addEventListener('pointerdown', () => (isPressed = true));
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => setTimeout(() => (isPressed = false)));
  }
  document.addEventListener('click', async ({ target }) => {
    const { path, entityId } = target.dataset ?? {};
    if (!path) return;
    const body = JSON.stringify({ id: entityId });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${basePath}/sandbox/${path}`, { method: 'POST', headers, body });
    await update();
  });

  void poll();
})();
