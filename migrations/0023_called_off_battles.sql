-- Finds the battles that are deleted 30 days after they were called off.
CREATE INDEX battles_called_off ON battles (ends_at) WHERE outcome ->> 'result' = 'called_off';
