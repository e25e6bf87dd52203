-- Whether a command applies later is told with it, to whoever reads it.

grant execute on function applies_later to {{company}}, {{tree}}, {{platform}};
