// The application as a tutorial writes it: Express, express-session with connect-pg-simple, one query after the other.
import connectPgSimple from 'connect-pg-simple';
import express from 'express';
import session from 'express-session';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const app = express();
app.use(express.json());
app.use(
  session({
    store: new (connectPgSimple(session))({ pool }),
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
  }),
);
app.use(async (request, response, next) => {
  const { rows } = await pool.query('SELECT * FROM tutorial_users WHERE id = $1', [request.session.userId]);
  if (rows.length === 0) return response.status(401).json({ error: 'not logged in' });
  request.user = rows[0];
  next();
});

async function findEmpire(user) {
  const { rows } = await pool.query('SELECT * FROM tutorial_empires WHERE owner_id = $1', [user.id]);
  return rows[0];
}

app.get('/api/empire', async (request, response) => {
  const empire = await findEmpire(request.user);
  const { rows: cities } = await pool.query('SELECT * FROM tutorial_cities WHERE empire_id = $1', [
    empire.id,
  ]);
  for (const city of cities) {
    const { rows } = await pool.query('SELECT * FROM tutorial_buildings WHERE city_id = $1', [city.id]);
    city.buildings = rows;
    const training = await pool.query('SELECT * FROM tutorial_training WHERE city_id = $1 LIMIT 5', [
      city.id,
    ]);
    city.training = training.rows;
  }
  response.json({ ...empire, cities });
});

app.post('/api/city/:id/train', async (request, response) => {
  const { unit_type: unitType, quantity } = request.body;
  const { rows: cities } = await pool.query('SELECT * FROM tutorial_cities WHERE id = $1', [
    request.params.id,
  ]);
  const empire = await findEmpire(request.user);
  if (cities[0]?.empire_id !== empire.id) return response.status(403).json({ error: 'not your city' });
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query('SELECT * FROM tutorial_empires WHERE id = $1 FOR UPDATE', [
      empire.id,
    ]);
    if (rows[0].gold < quantity) throw new Error('not enough gold');
    await client.query(
      `UPDATE tutorial_empires SET gold = gold - $2, food = food - $2, materials = materials - $2, updated_at = now()
       WHERE id = $1`,
      [empire.id, quantity],
    );
    const ordered = await client.query(
      `INSERT INTO tutorial_training (city_id, unit_type, quantity, completes_at)
       VALUES ($1, $2, $3, now() + interval '1 hour') RETURNING *`,
      [request.params.id, unitType, quantity],
    );
    await client.query('COMMIT');
    response.status(201).json(ordered.rows[0]);
  } catch (error) {
    await client.query('ROLLBACK');
    response.status(400).json({ error: error.message });
  } finally {
    client.release();
  }
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`the tutorial application at http://127.0.0.1:${server.address().port}`);
});
