/**
 * LIKE pattern for a search text. One or two letters match only at the start of a word: inside words they
 * would match everywhere.
 */
create or replace function search_pattern(term_in text) returns text language sql immutable strict parallel safe
  return case when char_length(search_text(term_in)) < 3 then '% ' else '%' end
    || regexp_replace(search_text(term_in), '([\\%_])', '\\\1', 'g') || '%';

grant execute on function search_pattern to {{company}}, {{tree}}, {{platform}};
