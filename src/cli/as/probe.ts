/** Asking a program on this machine what a kubelet would ask its container. */
import { spawn } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { machineWall } from '#clock';
import type { Container, HTTPGetAction, Probe } from '#types/core-v1';

/** Where programs of this machine listen. */
const here = '127.0.0.1';

/** Resolves with whether a probe succeeds. */
export function runProbe(probe: Probe, container: Container): Promise<boolean> {
  const { httpGet, tcpSocket, exec, grpc, timeoutSeconds = 1 } = probe;
  const timeout = timeoutSeconds * 1000;
  if (httpGet !== undefined) return answersHttp(httpGet, portOf(httpGet.port, container), timeout);
  const port = tcpSocket?.port ?? grpc?.port;
  if (port !== undefined) return accepts(portOf(port, container), timeout);
  return succeeds(exec?.command ?? [], timeout);
}

/** Returns the number of a port that may have a name. */
export function portOf(port: number | string, { ports = [] }: Container): number {
  if (typeof port === 'number') return port;
  return ports.find(({ name }) => name === port)?.containerPort ?? Number(port);
}

function answersHttp(
  { path = '/', scheme = 'HTTP', httpHeaders = [] }: HTTPGetAction,
  port: number,
  timeout: number,
): Promise<boolean> {
  const headers = Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value]));
  const options = { host: here, port, path, headers, timeout, agent: false as const };
  return new Promise((resolve) => {
    const request = scheme === 'HTTPS' ? httpsRequest : httpRequest;
    const sent = request({ ...options, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      const { statusCode = 0 } = answer;
      resolve(statusCode >= 200 && statusCode < 400);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end();
  });
}

function accepts(port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: here, port, timeout }, () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });
}

function succeeds([file, ...args]: readonly string[], timeout: number): Promise<boolean> {
  if (file === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', timeout });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** A probe of a program, asked and counted as a kubelet does it. */
export class Probed {
  readonly #probe: Probe;
  readonly #container: Container;
  #found: boolean;
  /** How many answers in a row say otherwise. */
  #otherwise = 0;
  #due: number;

  /** @param start what is taken for found before it has been asked often enough */
  constructor(probe: Probe, container: Container, start: boolean) {
    this.#probe = probe;
    this.#container = container;
    this.#found = start;
    this.#due = machineWall.now() + (probe.initialDelaySeconds ?? 0) * 1000;
  }

  /** Asks if it is time to; resolves with what counts then. */
  async look(): Promise<boolean> {
    if (machineWall.now() < this.#due) return this.#found;
    this.#due = machineWall.now() + (this.#probe.periodSeconds ?? 10) * 1000;
    this.count(await runProbe(this.#probe, this.#container));
    return this.#found;
  }

  /** Counts an answer; returns what counts then. */
  count(isGood: boolean): boolean {
    const { failureThreshold = 3, successThreshold = 1 } = this.#probe;
    this.#otherwise = isGood === this.#found ? 0 : this.#otherwise + 1;
    if (this.#otherwise >= (isGood ? successThreshold : failureThreshold)) {
      this.#found = isGood;
      this.#otherwise = 0;
    }
    return this.#found;
  }
}
