-- Functions for generated columns, defaults and indexes: created before the tables.

/**
 * Text normalised for search: lower case, with every non-ASCII character as `u` and its hexadecimal code
 * point. Trigrams cover only letters and digits, which in a C locale are the ASCII ones; a search for two
 * Chinese characters would have no trigrams at all.
 */
create or replace function search_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = char_length(given) then lower(given) else (
    select string_agg(case when ascii(c) < 128 then c else 'u' || to_hex(ascii(c)) end, '' order by n)
    from regexp_split_to_table(lower(given), '') with ordinality as characters (c, n)) end;

create or replace function platform_language() returns text
  language sql stable security definer set search_path = public as $$ select default_language from platform_setting $$;

/** Excludes entries that duplicate an adjacent entry, and automatic platform actions that succeed. */
create or replace function event_worth_listing(kind text, detail jsonb) returns boolean
  language sql immutable parallel safe
  return kind not in ('inform.value_change', 'inform.periodic', 'inform.scheduled', 'inform.connection_request',
      'credentials.set', 'credentials.proved')
    and not (kind = 'command.done' and detail->>'kind' in ('get_parameter_names', 'get_parameter_values', 'set_credentials'));

/** Whether a target is being rolled back, or is due to be. */
create or replace function is_going_back(rollback text) returns boolean language sql immutable parallel safe return
  coalesce(rollback in ('wanted', 'reading', 'switching', 'fetching'), false);

grant execute on function event_worth_listing, is_going_back, search_text to {{company}}, {{tree}}, {{platform}};
