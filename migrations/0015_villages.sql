-- When a village grows next. Null for all other empires, and for a village that has its full strength.
ALTER TABLE empires ADD COLUMN grows_at bigint;

-- The servers found the villages of empires that are younger than 14 days: after this position, until the migration.
INSERT INTO settings (key, value)
SELECT 'villages_to_found', jsonb_build_object('at', ms - 14 * 86400000, 'id', '00000000-0000-0000-0000-000000000000', 'until', ms)
FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms) AS moment
WHERE EXISTS (SELECT FROM empires WHERE kind = 'player' AND created_at > ms - 14 * 86400000);
