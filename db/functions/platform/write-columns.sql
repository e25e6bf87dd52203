/**
 * Writes the given columns of one row; others stay unchanged. Refuses those in `owned`, which moves, jobs and triggers write.
 * For definer functions only, which check that the scope may change the row.
 */
create or replace function write_columns(target regclass, id_in bigint, given jsonb, owned text[]) returns void
  language plpgsql set search_path = public as $$
declare
  columns text;
begin
  if given ?| owned then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  select string_agg(quote_ident(key), ', ') into columns from jsonb_object_keys(given) key;
  if columns is null then return; end if;
  execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2', target, columns)
    using given, id_in;
end $$;
