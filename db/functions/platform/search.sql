/**
 * Text as searches compare it: lower case, and every character beyond ASCII as `u` and its code point in hexadecimal.
 * Trigrams know only letters and digits, which in a locale C are those of ASCII, and a search for two Chinese
 * characters would have none at all.
 */
create or replace function search_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = char_length(given) then lower(given) else (
    select string_agg(case when ascii(c) < 128 then c else 'u' || to_hex(ascii(c)) end, '' order by n)
    from regexp_split_to_table(lower(given), '') with ordinality as characters (c, n)) end;

/** What LIKE compares a search text with. Up to two letters begin a word: inside words they would be everywhere. */
create or replace function search_pattern(term_in text) returns text language sql immutable strict parallel safe
  return case when char_length(search_text(term_in)) < 3 then '% ' else '%' end
    || regexp_replace(search_text(term_in), '([\\%_])', '\\\1', 'g') || '%';

grant execute on function search_pattern, search_text to {{company}}, {{tree}}, {{platform}};
