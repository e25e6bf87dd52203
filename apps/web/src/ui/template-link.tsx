import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { useMay } from '../lib/permissions.ts'
import { RowLink } from './row-link.tsx'

/** Leads to a template that applies, where this person can read it; else its plain name. */
export function TemplateLink(props: {
  template: { id: string; opens: 'list' | 'inherited' | null }
  children: ReactNode
}) {
  const mayView = useMay('DMS_SERVER_DEVICE_TEMPLATE_VIEW')
  const { id, opens } = props.template
  if (!mayView || opens === null) return props.children
  return (
    <RowLink to={opens === 'list' ? paths.template(id) : paths.templatesInherited}>{props.children}</RowLink>
  )
}
