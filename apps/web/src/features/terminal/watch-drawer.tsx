import { Alert, Button, Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { reportError } from '../../lib/api-errors.ts'
import { useTheme } from '../../lib/preferences.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { parseCast, sizeOf } from './asciicast.ts'
import { openScreen, type Screen } from './screen.ts'
import { SessionLine } from './session-line.tsx'
import type { TerminalRow } from './terminal-tab.ts'

/** A watcher renews within the 20 seconds for which it announced itself. */
const againMs = 8_000
/** Output stored before the process knew of the watcher is not announced by an event. */
const rereadMs = 2_000

/** A running terminal, live: to watch and to end, not to type in. */
export function WatchDrawer(props: { terminal: TerminalRow; onEnd: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { terminal, onEnd, onClose } = props
  const [over, setOver] = useState(false)
  return (
    <Drawer
      open
      onClose={onClose}
      size={900}
      title={t('terminals.watchTitle', { person: terminal.personName, device: terminal.deviceName })}
      extra={
        !over && (
          <Button danger onClick={onEnd}>
            {t('terminals.forceEnd')}
          </Button>
        )
      }
    >
      <SessionLine terminal={terminal} />
      <Alert
        className="terminal-gap"
        type={over ? 'warning' : 'info'}
        showIcon
        title={t(over ? 'terminals.watchOver' : 'terminals.watchHint')}
      />
      <Watched terminalId={terminal.id} onOver={setOver} />
    </Drawer>
  )
}

function Watched({ terminalId, onOver }: { terminalId: string; onOver: (over: boolean) => void }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const frame = useRef<HTMLElement>(null)
  const follower = useRef<Follower | null>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const following = new Follower(
      terminalId,
      (size) => openScreen(element, { theme, readOnly: true, ...size }),
      () => onOver(true),
    )
    follower.current = following
    return () => following.stop()
  }, [terminalId, theme, onOver])
  useLiveEvents(['terminal.shown', 'terminal.changed'], (event) => {
    if (event === null || event.kind === 'terminal.changed' || event.subjectId === terminalId)
      follower.current?.read()
  })
  return <section ref={frame} className="terminal-replay" aria-label={t('terminals.watch')} />
}

/** Reads newly stored output whenever an event announces more. */
class Follower {
  readonly #terminalId: string
  readonly #open: (size: { columns: number; rows: number }) => Screen
  readonly #over: () => void
  readonly #abort = new AbortController()
  readonly #timer: ReturnType<typeof setInterval>
  #saidAt = Number.NEGATIVE_INFINITY
  #after = -1
  /** Opened once its size is known: at another size it would keep that size's scrollbar. */
  #screen: Screen | null = null
  #reading: Promise<void> = Promise.resolve()
  #waits = false

  constructor(
    terminalId: string,
    open: (size: { columns: number; rows: number }) => Screen,
    over: () => void,
  ) {
    this.#terminalId = terminalId
    this.#open = open
    this.#over = over
    this.#timer = setInterval(() => this.read(), rereadMs)
    this.read()
  }

  /** One read at a time, and one more for events meanwhile. */
  read(): void {
    if (this.#waits) return
    this.#waits = true
    this.#reading = this.#reading
      .then(() => {
        this.#waits = false
        return this.#readOn()
      })
      .catch((error: unknown) => {
        if (this.#abort.signal.aborted) return
        this.stop()
        reportError(error)
      })
  }

  stop(): void {
    this.#rest()
    this.#abort.abort()
    this.#screen?.dispose()
  }

  #rest(): void {
    clearInterval(this.#timer)
  }

  async #watch(): Promise<void> {
    if (performance.now() - this.#saidAt < againMs) return
    const input = { terminalId: this.#terminalId }
    const { signal } = this.#abort
    try {
      await api('POST /api/v1/device/terminal/:terminalId/watch', input, { signal, errors: 'caller' })
      this.#saidAt = performance.now()
    } catch {
      // The read detects the end, and a missing permission to watch.
    }
  }

  async #readOn(): Promise<void> {
    await this.#watch()
    for (;;) {
      const part = await api(
        'GET /api/v1/device/terminal/:terminalId/recording',
        { terminalId: this.#terminalId, after: this.#after },
        { signal: this.#abort.signal, errors: 'caller' },
      )
      this.#after = part.last
      this.#show(part.content)
      if (part.next !== null) continue
      if (!part.running) {
        this.#rest()
        this.#over()
      }
      return
    }
  }

  #show(content: string): void {
    if (content === '') return
    // Only the first part has a heading.
    const cast = parseCast(this.#screen === null ? content : `{"version":2,"width":0,"height":0}\n${content}`)
    if (cast === null) return
    this.#screen ??= this.#open(cast)
    const { terminal } = this.#screen
    for (const [, kind, text] of cast.events) {
      const size = kind === 'r' ? sizeOf(text) : null
      if (size !== null) terminal.resize(size.columns, size.rows)
      if (kind === 'o') terminal.write(text)
    }
  }
}
