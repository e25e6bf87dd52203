/** The verified mail address of a person who asked for more tokens, with the language for mail to it. */
create or replace function assistant_asker(request_in bigint) returns table (email text, language text)
  language sql stable security definer set search_path = public as $$
  select p.email, c.language from assistant_request r
  join company c on c.id = r.company_id
  join member m on m.company_id = r.company_id and m.person_id = r.person_id and m.status = 'enabled'
  join person p on p.id = r.person_id and p.email_verified_at is not null and p.disabled_at is null
  where r.id = request_in and r.company_id = scope_company() $$;

grant execute on function assistant_asker to {{company}}, {{tree}}, {{platform}};
