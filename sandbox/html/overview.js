/* global document, fetch, setTimeout */
(() => {
  const POLL_MS = 1000;
  const ANIMATION_PERIODS_MS = 28_000;
  const basePath = document.body.dataset.basePath;
  const TONES = {
    SUCCEEDED: 'good',
    FAILED: 'bad',
    ERROR: 'bad',
    RUNNING: 'busy',
    STARTED: 'good',
    STARTING: 'busy',
    RESTARTING: 'busy',
    RECOVERING: 'busy',
    UPGRADING: 'busy',
    ROLLING_BACK: 'busy',
    STOPPING: 'wait',
    AWAITING: 'wait',
    REQUESTED: 'wait',
    QUEUED: 'wait',
    KILLING: 'wait',
  };

  let playsSchedules = false;

  const byId = (id) => document.getElementById(id);
  const toneOf = (status) => TONES[status] ?? 'off';
  const words = (status) => status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function duration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 60) return `${seconds} s`;
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  function ago(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 5) return 'just now';
    if (seconds < 60) return `${seconds} s ago`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
    if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
    return `${Math.floor(seconds / 86400)} d ago`;
  }

  function ran(run, now) {
    return run.startedAt === null ? null : (run.endedAt ?? now) - run.startedAt;
  }

  function tableOf(columns, rows) {
    const titles = columns.map(([title, className]) => element('th', className, title));
    return element(
      'table',
      '',
      element('thead', '', element('tr', '', ...titles)),
      element('tbody', '', ...rows),
    );
  }

  function named({ id, name }) {
    const made = element('div', 'job', name);
    made.title = id;
    return made;
  }

  function pill(run) {
    const made = element('span', `pill ${toneOf(run.status)}`, words(run.status));
    if (run.details) made.title = run.details;
    return made;
  }

  function progress(run, now) {
    if (run.status !== 'RUNNING') return '';
    if (run.expectedSeconds === null) {
      return element('span', 'progress endless', element('i'));
    }
    const bar = element('i');
    const part = ran(run, now) / (run.expectedSeconds * 1000);
    bar.style.width = `${Math.min(100, Math.round(part * 100))}%`;
    return element('span', 'progress', bar);
  }

  function history(runs, now) {
    const longest = Math.max(1, ...runs.map((run) => ran(run, now) ?? 0));
    const bars = runs.toReversed().map((run) => {
      const bar = element('i', toneOf(run.status));
      const took = ran(run, now);
      bar.style.height = `${Math.round(((took ?? 0) / longest) * 100)}%`;
      bar.title = `#${run.number} ${words(run.status)}${took === null ? '' : `, ${duration(took)}`}`;
      return bar;
    });
    return element('div', 'history', ...bars);
  }

  /** Only where schedules start something. */
  function scheduleTag({ schedule }) {
    return playsSchedules && schedule ? [element('div', 'tag', `Schedule ${schedule}`)] : [];
  }

  /** Its ID keeps the focus where it was: all elements are made anew. */
  function action(job, path, title, isDisabled = false) {
    const made = element('button', 'action', title);
    made.id = `${path}-${job.id}`;
    made.type = 'button';
    made.disabled = isDisabled;
    made.dataset.path = path;
    made.dataset.job = job.id;
    return made;
  }

  function jobRow(job, now) {
    const run = job.runs[0];
    const tag = element('div', 'tag', `${job.technology} · ${job.category}`);
    if (job.alwaysFails) tag.append(' · ', element('b', 'always', 'Always fails'));
    const actions = element('div', 'actions', action(job, 'run', 'Run now'));
    if (!job.alwaysFails) {
      const title = job.failsNext ? 'Next run fails' : 'Fail next run';
      actions.append(action(job, 'fail-next-run', title, job.failsNext));
    }
    const cells = [element('td', '', named(job), tag, ...scheduleTag(job), actions)];
    if (run) {
      const took = ran(run, now);
      cells.push(
        element('td', '', `#${run.number}`),
        element('td', '', pill(run)),
        element('td', 'quiet', ago(now - (run.startedAt ?? run.requestedAt))),
        element('td', '', took === null ? '–' : duration(took), progress(run, now)),
        element('td', '', history(job.runs, now)),
      );
    } else {
      cells.push(notRun(5));
    }
    return element('tr', '', ...cells);
  }

  function pipelineRow(pipeline, now) {
    const { run } = pipeline;
    const tag = element('div', 'tag', pipeline.jobs === 1 ? '1 job' : `${pipeline.jobs} jobs`);
    const cells = [element('td', '', named(pipeline), tag, ...scheduleTag(pipeline))];
    if (!run) return element('tr', '', ...cells, notRun(4));
    const took = ran(run, now);
    cells.push(
      element('td', '', `#${run.number}`),
      element('td', '', pill(run)),
      element('td', 'quiet', ago(now - (run.startedAt ?? run.requestedAt))),
      element('td', '', took === null ? '–' : duration(took)),
    );
    return element('tr', '', ...cells);
  }

  function appRow(app, now) {
    return element(
      'tr',
      '',
      element('td', '', named(app)),
      element('td', ''),
      element('td', '', pill(app)),
      element('td', 'quiet', ago(now - app.since)),
    );
  }

  function notRun(columns) {
    const none = element('td', 'quiet', 'Not run yet');
    none.colSpan = columns;
    return none;
  }

  const JOB_COLUMNS = [
    ['Job', 'job-column'],
    ['Run', 'run-column'],
    ['Status', 'status-column'],
    ['Started', 'started-column'],
    ['Duration', ''],
    ['Last runs', 'history-column'],
  ];

  const PIPELINE_COLUMNS = [['Pipeline', 'job-column'], ...JOB_COLUMNS.slice(1, -1)];

  const APP_COLUMNS = [
    ['App', 'job-column'],
    ['', 'run-column'],
    ['Status', 'status-column'],
    ['Since', ''],
  ];

  function projectCard(project, now) {
    const head = element('header', '', element('h2', '', project.name));
    if (project.description) head.append(element('span', 'quiet', project.description));
    const card = element('section', 'card project', head);
    const { jobs, pipelines, apps } = project;
    if (jobs.length === 0) card.append(element('p', 'empty', 'No jobs yet'));
    else card.append(tableOf(JOB_COLUMNS, rowsOf(jobs, jobRow, now)));
    if (pipelines.length > 0) {
      card.append(tableOf(PIPELINE_COLUMNS, rowsOf(pipelines, pipelineRow, now)));
    }
    if (apps.length > 0) card.append(tableOf(APP_COLUMNS, rowsOf(apps, appRow, now)));
    return card;
  }

  function rowsOf(things, row, now) {
    return things.map((thing) => row(thing, now));
  }

  function bytes(count) {
    if (count < 1000) return `${count} B`;
    const steps = Math.min(4, Math.floor(Math.log10(count) / 3));
    return `${(count / 1000 ** steps).toFixed(1)} ${' kMGT'[steps]}B`;
  }

  function fileRow(file, now) {
    const path = element('div', 'job', file.path);
    path.title = file.path;
    return element(
      'tr',
      'file',
      element('td', '', path),
      element('td', '', bytes(file.size)),
      element('td', 'quiet', ago(now - file.modifiedAt)),
    );
  }

  const FILE_COLUMNS = [
    ['File', ''],
    ['Size', 'size-column'],
    ['Changed', 'changed-column'],
  ];

  function confFiles(files, count, now) {
    const head = element('header', '', element('h2', '', 'Configuration files'));
    if (files.length === 0) return [head, element('p', 'empty', 'There are no files yet')];
    const table = tableOf(FILE_COLUMNS, rowsOf(files, fileRow, now));
    const more = count - files.length;
    return more > 0 ? [head, table, element('p', 'empty', `and ${more} more`)] : [head, table];
  }

  function latestRun(run, now) {
    const took = ran(run, now);
    return element(
      'li',
      '',
      element('span', 'job', run.jobName),
      pill(run),
      element('span', 'tag', `#${run.number} · ${ago(now - run.requestedAt)}`),
      element('span', 'tag', took === null ? '' : duration(took)),
    );
  }

  function counter([label, value, tone]) {
    const number = element('strong', '', value.toLocaleString('en'));
    return element('div', `card counter ${tone}`, number, element('span', 'quiet', label));
  }

  function fact([label, value]) {
    return element('span', '', `${label} `, element('b', '', value));
  }

  /** Lets animations go on where they were, though their elements are made anew. */
  function keepAnimationPhase() {
    document.body.style.setProperty('--phase', `-${Date.now() % ANIMATION_PERIODS_MS}ms`);
  }

  function show({ now, platform, counters, projects, confFiles: files, latest }) {
    keepAnimationPhase();
    playsSchedules = platform.playsSchedules;
    byId('facts').replaceChildren(
      ...[
        ['Platform', platform.id],
        ['Realm', platform.realm],
        ['Login', platform.login],
        ...(playsSchedules ? [['Schedules', 'played']] : []),
      ].map(fact),
    );
    byId('counters').replaceChildren(
      ...[
        ['Projects', counters.projects, ''],
        ['Jobs', counters.jobs, ''],
        ['Runs', counters.runs, ''],
        ['In progress', counters.running, 'busy'],
        ['Succeeded', counters.succeeded, 'good'],
        ['Failed', counters.failed, 'bad'],
        ['Requests', counters.requests, ''],
        ['Logins', counters.logins, ''],
        ...(counters.pendingAccidents > 0
          ? [['Accidents to come', counters.pendingAccidents, 'bad']]
          : []),
      ].map(counter),
    );
    byId('projects').replaceChildren(
      ...(projects.length > 0
        ? projects.map((project) => projectCard(project, now))
        : [element('p', 'card empty', 'There are no projects yet')]),
    );
    byId('conf-files').replaceChildren(...confFiles(files, counters.confFiles, now));
    byId('latest').replaceChildren(
      ...(latest.length > 0
        ? latest.map((run) => latestRun(run, now))
        : [element('li', 'quiet', 'No runs yet')]),
    );
  }

  let shown = '';
  // A button that is made anew between press and release is not clicked.
  let isPressed = false;

  async function update() {
    try {
      const answer = await fetch(`${basePath}/sandbox/state`, { cache: 'no-store' });
      const text = await answer.text();
      if (text !== shown && !isPressed) {
        const focused = document.activeElement?.id;
        show(JSON.parse(text));
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
    const { path, job } = target.dataset ?? {};
    if (!path) return;
    const body = JSON.stringify({ jobId: job });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${basePath}/sandbox/${path}`, { method: 'POST', headers, body });
    await update();
  });

  poll();
})();
