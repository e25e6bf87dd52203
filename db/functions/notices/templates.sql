/** Message texts of a company for one kind of channel and a language; of a message that is sent now. */
create or replace function notice_templates_for(company_in bigint, form_in text, language_in text)
  returns table (event text, subject text, line text)
  language sql stable security definer set search_path = public as $$
  select t.event, t.subject, t.line from notice_template t
  where t.company_id = company_in and t.form = form_in and t.language = language_in $$;

grant execute on function notice_templates_for to {{login}};
