/** Documents that apply and that the person has not accepted in their last version. */
create or replace function documents_to_accept(person_in bigint) returns table (kind text, version int)
  language sql stable security definer set search_path = public as $$
  select d.kind, d.version from platform_documents() d
  where not exists (select from document_acceptance a
    where a.person_id = person_in and a.kind = d.kind and a.version = d.version) order by d.kind desc $$;

/** Records acceptances: {terms: 2, privacy: 1}. Versions that were never published are left out. */
create or replace function accept_documents(person_in bigint, accepted_in jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into document_acceptance (person_id, kind, version)
  select person_in, d.kind, d.version from platform_document d where accepted_in->>d.kind = d.version::text
  on conflict do nothing $$;

grant execute on function accept_documents, documents_to_accept to {{login}};
