// node:http with one prepared SELECT by primary key a request: the limit for reading stored rows. No session.
//   /answers/<id>                a stored answer, as text
//   /empires?ids=<id>,<id>,...   rows of the table empires, as JSON
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const selectAnswer = { name: 'answer', text: 'SELECT body FROM answers WHERE id = $1' };
const selectEmpires = {
  name: 'empires',
  text: `SELECT id, name, owner_id, created_at, description, gold, food, materials, advanced_at, gold_rate, food_rate,
           materials_rate, cap, units, score
         FROM empires WHERE id = ANY ($1::uuid[])`,
};

async function read(url) {
  const [path, query = ''] = url.split('?');
  if (path === '/empires') {
    const ids = query.slice('ids='.length).split(',');
    const { rows } = await pool.query({ ...selectEmpires, values: [ids] });
    return JSON.stringify(rows);
  }
  const { rows } = await pool.query({ ...selectAnswer, values: [path.slice('/answers/'.length)] });
  return rows[0].body;
}

const server = createServer((request, response) => {
  read(request.url).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
      });
      response.end(body);
    },
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(`node:http and a SELECT at http://127.0.0.1:${server.address().port}`);
});
