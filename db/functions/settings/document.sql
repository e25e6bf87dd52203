/** The documents that apply: the last version of each, unless it is withdrawn. */
create or replace function platform_documents() returns setof platform_document
  language sql stable security definer set search_path = public as $$
  select k.* from (select distinct on (kind) * from platform_document order by kind, version desc) k
  where k.zh <> '' or k.en <> '' $$;

/** Publishes a version of a document; only from the platform's own company. Returns its number. */
create or replace function publish_document(kind_in text, zh_in text, en_in text, actor_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  made int;
begin
  if not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  perform lock_platform_settings();
  insert into platform_document (kind, version, zh, en, published_by)
  select kind_in, coalesce(max(version), 0) + 1, zh_in, en_in, actor_in from platform_document where kind = kind_in
  returning version into made;
  return made;
end $$;

grant execute on function platform_documents to {{login}}, {{company}}, {{tree}}, {{platform}};
grant execute on function publish_document to {{company}}, {{tree}}, {{platform}};
