-- The zone by which a statement may count: the one that is named, or UTC where this server does not know it. What reads a store's zone
-- from its row asks here, because an unknown name would fail the statement for every other store in it too.
CREATE OR REPLACE FUNCTION working_zone(p_zone text)
RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE p_zone;
  RETURN p_zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
