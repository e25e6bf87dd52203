/** Runs when the approval of a version of a template ends. */
create or replace function template_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform note_live(new.company_id, 'template.changed', new.subject_id, '{}');
  return null;
end $$;
