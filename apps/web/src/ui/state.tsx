import type { ReactNode } from 'react'
import './states.css'

/** An icon, a title, what to do. `page`: it fills the page. */
export function State(props: {
  icon: ReactNode
  title: string
  hint?: ReactNode
  action?: ReactNode
  alert?: boolean
  page?: boolean
}) {
  const Heading = props.page === true ? 'h1' : 'h2'
  return (
    <div className="state" {...(props.alert === true && { role: 'alert' })}>
      <span className="state-icon" aria-hidden="true">
        {props.icon}
      </span>
      <Heading>{props.title}</Heading>
      {props.hint !== undefined && <div className="state-hint">{props.hint}</div>}
      {props.action !== undefined && <div className="state-action">{props.action}</div>}
    </div>
  )
}
