// The baseline: a minimal Express application.
import express from 'express';

const app = express();
app.get('/', (_request, response) => {
  response.json({ hello: 'world' });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
