import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select, Slider } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { useTheme } from '../../lib/preferences.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { type Cast, parseCast, sizeOf } from './asciicast.ts'
import { openScreen, type Screen } from './screen.ts'
import { SessionLine } from './session-line.tsx'
import { clock } from './clock.ts'
import type { TerminalRow } from './terminal-tab.ts'

/** Replays a recorded terminal session. */
export function ReplayDrawer({ terminal, onClose }: { terminal: TerminalRow; onClose: () => void }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const read = useQuery({
    queryKey: ['terminal recording', terminal.id],
    queryFn: ({ signal }) => readAll(terminal.id, signal),
    staleTime: 0,
  })
  return (
    <Drawer
      open
      onClose={onClose}
      size={900}
      title={t('terminals.replayTitle', { person: terminal.personName, device: terminal.deviceName })}
    >
      <SessionLine terminal={terminal} />
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === null ? (
        <EmptyState title={t('terminals.noRecording')} />
      ) : (
        <Player key={theme} cast={read.data} theme={theme} />
      )}
    </Drawer>
  )
}

async function readAll(terminalId: string, signal: AbortSignal): Promise<Cast | null> {
  let content = ''
  let after: number | null = -1
  while (after !== null) {
    const part: { content: string; next: number | null } = await api(
      'GET /api/v1/device/terminal/:terminalId/recording',
      { terminalId, after },
      { signal, errors: 'caller' },
    )
    content += part.content
    after = part.next
  }
  return parseCast(content)
}

const speeds = [1, 2, 4, 8] as const
const tickMs = 50

function Player({ cast, theme }: { cast: Cast; theme: 'light' | 'dark' }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const screen = useRef<Screen | null>(null)
  const played = useRef(0)
  const length = cast.events.at(-1)?.[0] ?? 0
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [speed, setSpeed] = useState<number>(1)

  useEffect(() => {
    if (frame.current === null) return
    const { columns, rows } = cast
    screen.current = openScreen(frame.current, { theme, readOnly: true, columns, rows })
    played.current = 0
    return () => screen.current?.dispose()
  }, [cast, theme])
  const running = playing && at < length
  useEffect(() => {
    if (!running) return
    const timer = setInterval(
      () => setAt((before) => Math.min(length, before + (tickMs / 1000) * speed)),
      tickMs,
    )
    return () => clearInterval(timer)
  }, [running, speed, length])
  useEffect(() => {
    const terminal = screen.current?.terminal
    if (terminal === undefined) return
    // Seeking backwards replays from the start.
    if (played.current > 0 && (cast.events[played.current - 1]?.[0] ?? 0) > at) {
      terminal.reset()
      terminal.resize(cast.columns, cast.rows)
      played.current = 0
    }
    for (;;) {
      const event = cast.events[played.current]
      if (event === undefined || event[0] > at) break
      played.current += 1
      const size = event[1] === 'r' ? sizeOf(event[2]) : null
      if (size !== null) terminal.resize(size.columns, size.rows)
      if (event[1] === 'o') terminal.write(event[2])
    }
  }, [at, cast])

  const toggle = () => {
    if (at >= length) setAt(0)
    setPlaying(!running)
  }
  return (
    <>
      <div className="terminal-player">
        <Button type="primary" onClick={toggle}>
          {t(running ? 'terminals.pause' : 'terminals.play')}
        </Button>
        <Slider
          className="terminal-position"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={at}
          onChange={setAt}
          tooltip={{ formatter: (value) => clock(value ?? 0) }}
          ariaLabelForHandle={t('terminals.position')}
        />
        <span>
          {clock(at)} / {clock(length)}
        </span>
        <Select
          aria-label={t('terminals.speed')}
          value={speed}
          onChange={setSpeed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
        />
      </div>
      <section ref={frame} className="terminal-replay" aria-label={t('terminals.replay')} />
    </>
  )
}
