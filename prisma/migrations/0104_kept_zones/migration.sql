-- The zone in which the days of an import's lines were read. Null is the zone that the store has had so far.
ALTER TABLE contract_imports ADD COLUMN kept_zone text;

-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- The day of the month that dates return to after the one at p_at, told in p_zone: as `keptAfter` tells it
-- (app/domain/billing/dates/kept-time.ts), from that date alone. Without a kept day, and where the date is on it in neither zone, the date's own day.
CREATE OR REPLACE FUNCTION kept_day_in_zone(p_day int, p_at timestamptz, p_kept_zone text, p_zone text)
RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_here timestamp := p_at AT TIME ZONE p_zone;
  v_there timestamp := p_at AT TIME ZONE coalesce(p_kept_zone, p_zone);
  v_later int := v_here::date - v_there::date;
  v_day int := p_day + v_later;
BEGIN
  IF v_day > 31 OR (v_later > 0 AND date_trunc('month', v_here) <> date_trunc('month', v_there)) THEN
    v_day := extract(day FROM v_here);
  ELSIF v_day < 1 THEN
    v_day := 31 + v_day;
  END IF;
  IF extract(day FROM v_there) = least(p_day, extract(day FROM date_trunc('month', v_there) + interval '1 month - 1 day'))
    OR extract(day FROM v_here) = least(v_day, extract(day FROM date_trunc('month', v_here) + interval '1 month - 1 day'))
  THEN
    RETURN coalesce(v_day, extract(day FROM v_here));
  END IF;
  RETURN extract(day FROM v_here);
END $$;
