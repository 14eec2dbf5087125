// node:http alone: the limit of the platform for a bare route.
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  const body = JSON.stringify({ status: 'ok' });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`node:http at http://127.0.0.1:${server.address().port}`);
});
