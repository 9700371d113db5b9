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

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function duration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
    return `${Math.floor(seconds / 86_400)} d`;
  }

  function pill({ status, details }) {
    const words = status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');
    const made = element('span', `pill ${findTone(status)}`, words);
    if (details) made.title = details;
    return made;
  }

  /** The ID keeps the focus when all elements are replaced. */
  function action(thing, path, title, isDisabled = false) {
    const made = element('button', 'action', title);
    made.id = `${path}-${thing.id}`;
    made.type = 'button';
    made.disabled = isDisabled;
    made.dataset.path = path;
    made.dataset.thing = thing.id;
    return made;
  }

  const ACTIONS = {
    Job: jobActions,
    Pipeline: (pipeline) => [action(pipeline, 'run-pipeline', 'Run now')],
    App: (app) => [action(app, 'start-app', 'Start'), action(app, 'stop-app', 'Stop')],
  };

  function jobActions(job) {
    const run = action(job, 'run', 'Run now');
    if (job.alwaysFails) return [element('b', 'always', 'Always fails'), run];
    const title = job.failsNext ? 'Next run fails' : 'Fail next run';
    return [run, action(job, 'fail-next-run', title, job.failsNext)];
  }

  function row(kind, thing, now) {
    const { id, name, tag, state } = thing;
    const title = element('div', 'job', name);
    title.title = id;
    const cells = [
      element('div', '', title, element('div', 'tag', tag)),
      state?.number === undefined ? '' : `#${state.number}`,
      state ? pill(state) : 'Not run yet',
      state ? `${duration(now - state.since)} ago` : '',
      state?.tookMs === undefined ? '' : duration(state.tookMs),
      element('div', 'actions', ...ACTIONS[kind](thing)),
    ];
    return element('tr', '', ...cells.map((cell) => element('td', '', cell)));
  }

  function table(kind, things, now) {
    if (things.length === 0) return [];
    const titles = [kind, 'Run', 'Status', kind === 'App' ? 'Since' : 'Started', 'Duration', ''];
    const columns = ['job', 'run', 'status', 'since', 'duration', 'action'];
    const heads = titles.map((title, index) => element('th', `${columns[index]}-column`, title));
    const rows = things.map((thing) => row(kind, thing, now));
    const head = element('thead', '', element('tr', '', ...heads));
    return [element('table', '', head, element('tbody', '', ...rows))];
  }

  function card({ name, description, jobs, pipelines, apps }, now) {
    const head = element('header', '', element('h2', '', name));
    if (description) head.append(element('span', 'quiet', description));
    const tables = [
      ...table('Job', jobs, now),
      ...table('Pipeline', pipelines, now),
      ...table('App', apps, now),
    ];
    return element('section', 'card project', head, ...tables);
  }

  let shown = '';
  // A button that is replaced between press and release is not clicked.
  let isPressed = false;

  async function update() {
    try {
      const answer = await fetch(`${basePath}/sandbox/state`, { cache: 'no-store' });
      const text = await answer.text();
      if (text !== shown && !isPressed) {
        const focused = document.activeElement?.id;
        const { now, facts, projects } = JSON.parse(text);
        byId('facts').textContent = facts;
        byId('projects').replaceChildren(...projects.map((project) => card(project, now)));
        if (focused) byId(focused)?.focus();
        shown = text;
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
    const { path, thing } = target.dataset ?? {};
    if (!path) return;
    const body = JSON.stringify({ id: thing });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${basePath}/sandbox/${path}`, { method: 'POST', headers, body });
    await update();
  });

  void poll();
})();
