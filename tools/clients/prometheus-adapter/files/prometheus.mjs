/** Answers what the adapter asks a Prometheus: which series there are, 30 requests a second at each pod, a queue of 40. */
import { createServer } from 'node:http';

const series = {
  http_requests_total: [{ __name__: 'http_requests_total', namespace: 'default', pod: 'web-0' }],
  queue_length: [{ __name__: 'queue_length' }],
};

function answerTo(path, parameters) {
  if (path === '/api/v1/series') {
    return Object.keys(series)
      .filter((name) => parameters.getAll('match[]').some((match) => match.startsWith(name)))
      .flatMap((name) => series[name]);
  }
  const query = parameters.get('query');
  const now = (performance.timeOrigin + performance.now()) / 1000;
  const sample = (metric, value) => ({ metric, value: [now, value] });
  const names = /pod=~?"([^"]*)"/.exec(query)?.[1].split('|') ?? [];
  const result = query.includes('queue_length')
    ? [sample({}, '40')]
    : names.map((pod) => sample({ pod }, '30'));
  return { resultType: 'vector', result };
}

createServer(async (request, answer) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  let body = '';
  for await (const part of request) body += part;
  const parameters = new URLSearchParams([...searchParams, ...new URLSearchParams(body)]);
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify({ status: 'success', data: answerTo(pathname, parameters) }));
}).listen(Number(process.env.PROMETHEUS_PORT), '127.0.0.1');
