/** The head of an answer, to the byte, however it is written. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { Answer, nameHeader } from '../../../../src/server/answer/answer-head.ts';

/** The lines that are sent, without the date. */
function sent(write: (res: Answer) => void): readonly string[] {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });
  const res = new Answer(req);
  const chunks: Buffer[] = [];
  const collector = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  res.assignSocket(collector as unknown as Socket);
  res.sendDate = false;
  nameHeader(res, 'Audit-Id', 'a1');
  nameHeader(res, 'X-Flow', 'f1');
  write(res);
  return Buffer.concat(chunks).toString().split('\r\n');
}

const usual = ['Audit-Id: a1', 'X-Flow: f1'];
const kept = ['Connection: keep-alive', '', ''];

it.each<[string, (res: Answer) => void, readonly string[]]>([
  [
    'with headers',
    (res) => res.writeHead(201, { 'Content-Type': 'a/b', 'Content-Length': 0 }).end(),
    ['HTTP/1.1 201 Created', ...usual, 'Content-Type: a/b', 'Content-Length: 0', ...kept],
  ],
  [
    'with headers that were set before, too',
    (res) => {
      res.setHeader('Warning', '299');
      res.writeHead(200, { 'Content-Length': 0 }).end();
    },
    ['HTTP/1.1 200 OK', 'Warning: 299', ...usual, 'Content-Length: 0', ...kept],
  ],
  [
    'without headers',
    (res) => res.writeHead(204).end(),
    ['HTTP/1.1 204 No Content', ...usual, ...kept],
  ],
  [
    'with a message',
    (res) => res.writeHead(200, 'Fine', { 'Content-Length': 0 } as never).end(),
    ['HTTP/1.1 200 Fine', ...usual, 'Content-Length: 0', ...kept],
  ],
  [
    'with a list',
    (res) => res.writeHead(200, ['Content-Length', '0'] as never).end(),
    ['HTTP/1.1 200 OK', ...usual, 'Content-Length: 0', ...kept],
  ],
  [
    'by Node itself',
    (res) => {
      res.statusCode = 404;
      res.end();
    },
    ['HTTP/1.1 404 Not Found', ...usual, 'Connection: keep-alive', 'Content-Length: 0', '', ''],
  ],
  [
    'by others, once what is named is set',
    (res) => {
      res.setNamed();
      expect(res.getHeader('audit-id')).toBe('a1');
      res.writeHead(200, { 'Content-Length': 0 }).end();
    },
    ['HTTP/1.1 200 OK', ...usual, 'Content-Length: 0', ...kept],
  ],
])('has each named header once when it is written %s', (_, write, lines) => {
  expect(sent(write)).toEqual(lines);
});

it('refuses a header that would begin another line', () => {
  expect(() =>
    sent((res) => {
      nameHeader(res, 'X-Other', 'a\r\nb: c');
      res.writeHead(200, {}).end();
    }),
  ).toThrow('Invalid character in header content ["X-Other"]');
});
