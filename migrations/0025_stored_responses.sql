-- Stored responses take little room: route and key become one digest in `key`, and `route` stays empty. Responses from
-- before keep their text; later ones are compressed (src/idempotency/compress.ts).
UPDATE idempotency_keys SET
  key = left(translate(encode(sha256(convert_to(route || E'\n' || key, 'UTF8')), 'base64'), '+/', '-_'), 22), route = '';
