-- Not beside the release before: it would misread the world.
-- Leave: the own time of an empire stands still for some days.

ALTER TABLE empires ADD COLUMN leave jsonb NULL CONSTRAINT empires_leave_sound CHECK (
  (leave ->> 'days')::bigint BETWEEN 2 AND 30
  AND (leave ->> 'orderedAt')::bigint < (leave ->> 'noticeEndsAt')::bigint
  AND (leave ->> 'noticeEndsAt')::bigint <= (leave ->> 'notBefore')::bigint
  AND coalesce((leave ->> 'beganAt')::bigint >= (leave ->> 'notBefore')::bigint, true)
);
COMMENT ON COLUMN empires.leave IS 'A leave that is ordered (`beganAt` is null) or has begun: days, orderedAt, noticeEndsAt, notBefore, beganAt. Null without one.';
ALTER TABLE empires ADD COLUMN leave_ended_at bigint NULL;
COMMENT ON COLUMN empires.leave_ended_at IS 'When the last leave ended, or its notice was cancelled or dropped.';
