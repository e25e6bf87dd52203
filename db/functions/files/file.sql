/** A file used as a logo: only those are public. */
create or replace function find_logo(name_in text) returns table (file_id bigint, media_type text, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.id, f.media_type, f.size, f.sha256 from file f
  join company_logo l on l.company_id = f.company_id and l.file_id = f.id
  where f.name = name_in $$;

create or replace function logo_chunks(file_in bigint) returns table (data bytea)
  language sql stable security definer set search_path = public as $$
  select k.data from company_logo l
  join file_chunk k on k.company_id = l.company_id and k.file_id = l.file_id
  where l.file_id = file_in order by k.position $$;

/** An image visible to anyone who knows its name: of a product or an application. */
create or replace function find_icon(name_in text) returns table (file_id bigint, media_type text, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.id, f.media_type, f.size, f.sha256 from file f
  where f.name = name_in and (
    exists (select 1 from product p where p.icon = f.name and p.icon_company_id = f.company_id)
    or exists (select 1 from application a where a.company_id = f.company_id and a.icon = f.name)) $$;

create or replace function icon_chunks(file_in bigint) returns table (data bytea)
  language sql stable security definer set search_path = public as $$
  select k.data from file f join file_chunk k on k.company_id = f.company_id and k.file_id = f.id
  where f.id = file_in and (
    exists (select 1 from product p where p.icon = f.name and p.icon_company_id = f.company_id)
    or exists (select 1 from application a where a.company_id = f.company_id and a.icon = f.name))
  order by k.position $$;

grant execute on function find_icon, find_logo, icon_chunks, logo_chunks to {{login}};
