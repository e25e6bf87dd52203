-- Nothing calls them any more.

drop function acs_command_ended, detach_published_roles;
