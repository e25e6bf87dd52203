/** Company whose sign-in page a host name shows. A host name is only a claim: it grants no access. */
create or replace function prefix_of_host(host_in text) returns text
  language sql stable security definer set search_path = public as $$
  select prefix from company where domain = lower(host_in) and status = 'active' $$;

/** Initial language of a sign-in page: that of the company with its prefix, else the platform's. */
create or replace function sign_in_language(prefix_in text) returns text
  language sql stable security definer set search_path = public as $$
  select coalesce((select language from company where prefix_in <> '' and prefix = lower(prefix_in) and status = 'active'),
    platform_language()) $$;

/**
 * Company whose name and logo the sign-in page shows under a prefix; a frozen company's prefix looks like an
 * unused one.
 */
create or replace function sign_in_branding(prefix_in text) returns table (name text, logo text)
  language sql stable security definer set search_path = public as $$
  select c.name, f.name from company c
  left join company_logo l on l.company_id = c.id
  left join file f on f.company_id = l.company_id and f.id = l.file_id
  where prefix_in <> '' and c.prefix = lower(prefix_in) and c.status = 'active' $$;

grant execute on function prefix_of_host, sign_in_branding, sign_in_language to {{login}};
