import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { outboxGraceMs } from '../../delivery/outbox/outbox-limits.ts';
import { defaultLimits } from '../http/limits.ts';
import type { Log } from '../process/log.ts';
import type { Metric } from '../process/metric.ts';
import { SettingsError } from '../process/settings-error.ts';
import { CollectedMetrics } from './collected-metrics.ts';
import { HandOver, type Server } from './hand-over.ts';
import type { Beginning, ToPrimary, ToWorker } from './messages.ts';
import { NewsDesk } from './news-desk.ts';

/** A worker that lives shorter than this after it was ready has failed to start. */
const steadyMs = 1_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** A worker that was silent for this long hangs. */
const longestSilenceMs = 30_000;
/** How long a worker may take to stop, beyond the time that requests and deliveries in flight have. */
const patienceMs = 10_000;

/**
 * What keeps a worker small: new objects have a smaller part of the heap, which is collected more often, and threads share the arenas
 * of the allocator. Under load that saves a third of its memory.
 */
const spareMemory = { flags: ['--max-semi-space-size=4'], variables: { MALLOC_ARENA_MAX: '2' } };

interface WorkersOptions {
  /** The file that a worker runs. */
  readonly program: string;
  readonly log: Log;
  /** The metrics of this process. */
  readonly readMetrics: () => readonly Metric[];
}

interface Seat extends Server {
  readonly worker: Worker;
  readonly outboxOwner: string;
  /** How many workers have failed here, one after the other. */
  readonly failures: number;
  readyAt?: number;
  /** When its last message came. */
  heardAt: number;
}

/**
 * The worker processes. They get their connections from this process, which owns the port: the round robin of node:cluster
 * closes the port while there is no worker, and loses a connection if its worker dies while it is handed over.
 */
export class Workers {
  readonly #program: string;
  readonly #log: Log;
  readonly #seats = new Set<Seat>();
  readonly #handOver: HandOver;
  readonly #news: NewsDesk<Seat>;
  readonly #metrics: CollectedMetrics<Seat>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #beginning: Omit<Beginning, 'outboxOwner'> | undefined;
  #hasStarted = false;
  #isStopping = false;
  #releasing: Promise<unknown> = Promise.resolve();

  /** Answers a connection in this process, while there is no worker. */
  answerHere: (socket: Socket) => void = (socket) => socket.destroy();
  /** Ends the outbox leases of a worker that is gone, and resolves to their number. */
  releaseLeases: (outboxOwner: string) => Promise<number> = async () => 0;

  constructor({ program, log, readMetrics }: WorkersOptions) {
    this.#program = program;
    this.#log = log;
    this.#handOver = new HandOver((socket) => this.answerHere(socket));
    this.#news = new NewsDesk(
      () => this.#readySeats(),
      (seat, news) => tell(seat, { type: 'news', news }),
    );
    this.#metrics = new CollectedMetrics({
      own: readMetrics,
      workers: () => this.#readySeats(),
      ask: (seat) => tell(seat, { type: 'measure' }),
    });
  }

  /** Starts the processes of this many workers. They load their code, and wait until they may begin. */
  fork(count: number): void {
    const execArgv = [...process.execArgv, ...spareMemory.flags];
    // No standard output, and the log of this process.
    cluster.setupPrimary({ exec: this.#program, args: [], execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    for (let forked = 0; forked < count; forked++) this.#fork(0);
    // Whether one has failed is said by `begin`, which may come later or not at all.
    this.#ready.promise.catch(() => {});
  }

  /** Lets the workers begin, and resolves when all of them are ready. It fails if one exits before that. */
  async begin(beginning: Omit<Beginning, 'outboxOwner'>): Promise<void> {
    this.#beginning = beginning;
    for (const seat of this.#seats) this.#begin(seat);
    await this.#ready.promise;
    setInterval(() => this.#watch(), longestSilenceMs / 4).unref();
  }

  /** Hands a connection to a worker; `false` if there is none. */
  take(socket: Socket): boolean {
    return this.#handOver.take(socket);
  }

  /** The metrics of all processes. */
  readMetrics(): Promise<Metric[]> {
    return this.#metrics.read();
  }

  /** Lets all workers finish their requests, and resolves when they have exited. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#handOver.close();
    if (this.#seats.size === 0) return void (await this.#releasing);
    for (const seat of this.#seats) {
      if (this.#beginning) tell(seat, { type: 'stop' });
      // It has nothing to finish, and may still be loading its code.
      else seat.worker.process.kill('SIGKILL');
    }
    const timer = setTimeout(
      () => {
        for (const { worker } of this.#seats) worker.process.kill('SIGKILL');
      },
      defaultLimits.graceMs + outboxGraceMs + patienceMs,
    );
    await this.#ended.promise;
    clearTimeout(timer);
    await this.#releasing;
  }

  #readySeats(): Seat[] {
    return [...this.#seats].filter(({ readyAt }) => readyAt !== undefined);
  }

  #fork(failures: number): void {
    const worker = cluster.fork({ ...spareMemory.variables, ...process.env });
    const outboxOwner = randomUUID();
    const seat: Seat = {
      worker,
      outboxOwner,
      failures,
      heardAt: performance.now(),
      send(number, socket, failed) {
        const message: ToWorker = { type: 'connection', number };
        // A closed channel is an error of the callback, and not thrown.
        worker.send(message, socket, { keepOpen: true }, (error) => error && failed());
      },
    };
    this.#seats.add(seat);
    worker.on('error', (cause) =>
      this.#log.event('warn', 'a message to a worker failed', { worker: worker.id, cause }),
    );
    worker.on('message', (message: ToPrimary) => this.#receive(seat, message));
    // Not `disconnect`, which does not come if a connection was being handed over, nor `exit`, after which messages can come.
    worker.process.once('close', (code, signal) => this.#close(seat, code ?? signal));
    this.#begin(seat);
  }

  #begin(seat: Seat): void {
    const { outboxOwner } = seat;
    if (this.#beginning) tell(seat, { type: 'begin', beginning: { ...this.#beginning, outboxOwner } });
  }

  #receive(seat: Seat, message: ToPrimary): void {
    seat.heardAt = performance.now();
    switch (message.type) {
      case 'ready':
        seat.readyAt = performance.now();
        this.#log.event('info', 'a worker is ready', { worker: seat.worker.id, pid: seat.worker.process.pid });
        if (!this.#isStopping) this.#handOver.add(seat);
        if (this.#readySeats().length === this.#beginning?.workers) {
          this.#hasStarted = true;
          this.#ready.resolve();
        }
        return;
      case 'accepted':
        this.#handOver.confirm(seat, message.number);
        return;
      case 'news':
        this.#news.add(seat, message.news);
        return;
      case 'measured':
        this.#metrics.add(seat, message.metrics);
        return;
      case 'scrape':
        void this.#metrics.read().then((metrics) => tell(seat, { type: 'metrics', metrics }));
    }
  }

  #close(seat: Seat, exit: unknown): void {
    this.#seats.delete(seat);
    this.#handOver.remove(seat);
    this.#metrics.end(seat);
    // A worker that stopped in order has handed its leases back.
    if (exit !== 0) this.#releasing = Promise.all([this.#releasing, this.#release(seat)]);
    if (this.#isStopping) {
      if (this.#seats.size === 0) this.#ended.resolve();
      return;
    }
    const { id, process } = seat.worker;
    if (!this.#hasStarted) {
      this.#ready.reject(new SettingsError(`a worker exited before it was ready (${exit}): the log says why`));
      return;
    }
    const isSteady = seat.readyAt !== undefined && performance.now() - seat.readyAt >= steadyMs;
    const failures = isSteady ? 0 : seat.failures + 1;
    const pauseMs = pauseAfter(failures);
    this.#log.event('error', 'a worker exited and will be replaced', { worker: id, pid: process.pid, exit, pauseMs });
    this.#forkLater(failures, pauseMs);
  }

  /** Its process is gone, so it delivers nothing any more. If this fails, the leases end by themselves after a minute. */
  async #release({ outboxOwner, worker }: Seat): Promise<void> {
    try {
      const entries = await this.releaseLeases(outboxOwner);
      if (entries > 0)
        this.#log.event('info', 'released the outbox leases of a worker', { worker: worker.id, entries });
    } catch (cause) {
      this.#log.event('warn', 'could not release the outbox leases of a worker', { worker: worker.id, cause });
    }
  }

  #forkLater(failures: number, pauseMs: number): void {
    setTimeout(() => {
      if (this.#isStopping) return;
      try {
        this.#fork(failures);
      } catch (cause) {
        // Such as a lack of memory, just after the system has killed a worker for it.
        this.#log.event('error', 'a worker could not be started', { cause });
        this.#forkLater(failures + 1, pauseAfter(failures + 2));
      }
    }, pauseMs).unref();
  }

  /** Kills workers that hang: they report every second. */
  #watch(): void {
    for (const { worker, heardAt } of this.#readySeats()) {
      if (performance.now() - heardAt < longestSilenceMs) continue;
      this.#log.event('error', 'killing a worker that does not respond', { worker: worker.id });
      worker.process.kill('SIGKILL');
    }
  }
}

/** No pause after the first failure: one crash should not cost capacity. */
export const pauseAfter = (failures: number): number =>
  failures < 2 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 2));

/** A worker that is gone hears nothing; its `close` says so. */
function tell({ worker }: Seat, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => {});
}
