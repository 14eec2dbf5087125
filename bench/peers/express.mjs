// Stock Express with one route.
import express from 'express';

const app = express();
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Express at http://127.0.0.1:${server.address().port}`);
});
