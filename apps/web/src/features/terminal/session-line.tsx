import { useFormat } from '../../lib/format.ts'
import type { TerminalRow } from './terminal-tab.ts'

/** When a terminal was opened, and why. */
export function SessionLine({ terminal }: { terminal: TerminalRow }) {
  const format = useFormat()
  return (
    <p className="terminal-hint">
      {format.dateTime(terminal.createdAt)} · {terminal.reason}
    </p>
  )
}
