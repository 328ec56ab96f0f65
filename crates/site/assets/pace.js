// The pace of a game: shows the moves of bots one after the other, slowly enough to follow.

/** The minimum time between a change of the board and a bot's move. */
const BOT_DELAY_MS = 400;
/** The time between two moves of a playback. */
const STEP_MS = 800;
const SPEEDS = [1, 2, 4, 0.5];

/** Shows changes one after the other, those by bots after a pause. */
export class Pace {
  /** @type {Promise<unknown>} */
  #jobs = Promise.resolve();
  #changed = 0;

  /** Records a change of the board. */
  touch() {
    this.#changed = performance.now();
  }

  /**
   * Runs a job after all others, and after a pause if it shows a bot's move.
   * @param {() => boolean} isBotMove called when its turn has come
   * @param {() => Promise<unknown>} job
   */
  add(isBotMove, job) {
    this.#jobs = this.#jobs.then(async () => {
      const wait = isBotMove() ? this.#changed + BOT_DELAY_MS - performance.now() : 0;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      await job();
    });
    return this.#jobs;
  }
}

/** Plays back the moves of a game until it has caught up. */
export class Playback {
  #timer = 0;
  #speed = 0;
  isRunning = false;

  /** @param {() => Promise<boolean>} step shows the next move; resolves to whether there is another one */
  constructor(step) {
    this.step = step;
  }

  /** The speed, as a multiple of the usual one. */
  get speed() {
    return SPEEDS[this.#speed];
  }

  faster() {
    this.#speed = (this.#speed + 1) % SPEEDS.length;
  }

  start() {
    this.isRunning = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.isRunning) return;
      if (await this.step()) this.start();
    }, STEP_MS / this.speed);
  }

  stop() {
    this.isRunning = false;
    clearTimeout(this.#timer);
  }
}
