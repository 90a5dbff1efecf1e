-- A body may name what a later file makes.
set local check_function_bodies = off;

-- The role of every request of a user: no login, owns nothing, does not bypass row security.
do $$ begin
  if not exists (select from pg_roles where rolname = 'lamplight_app') then create role lamplight_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant lamplight_app to %I', current_user);
exception when others then null; -- already a member, granted by whoever made the role
end $$;
do $$ begin execute format('grant usage on schema %I to lamplight_app', current_schema()); end $$;
