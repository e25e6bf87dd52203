import { Button, Input } from 'antd'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copied } from '../../lib/copied.ts'
import { countdown } from '../../lib/countdown.ts'
import { notify } from '../../lib/notify.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { Screen } from './screen.ts'
import { endingOf, type Progress } from './terminal-progress.ts'
import type { TerminalTab } from './terminal-tab.ts'

/** Above a terminal: its state and its actions. */
export function TerminalBar(props: {
  tab: TerminalTab
  progress: Progress
  screen: RefObject<Screen | null>
  onEnd: () => void
  onReconnect: () => void
}) {
  const { t } = useTranslation()
  const { tab, progress, screen } = props
  const [missed, setMissed] = useState(false)
  const { phase, over, watchers } = progress
  const ending = endingOf(progress)

  const find = (text: string) => {
    if (text === '') return
    const found = screen.current?.search.findPrevious(text, { caseSensitive: false }) ?? false
    setMissed(!found)
  }
  const copy = async () => {
    const text = screen.current?.terminal.getSelection() ?? ''
    if (text === '') return
    // The screen keeps its selection: with the focus there, the browser's keys copy it.
    if (await copied(text, () => screen.current?.terminal.focus())) notify.success(t('terminals.copied'))
  }
  return (
    <div className="terminal-bar">
      <Phase tab={tab} progress={progress} />
      {watchers.length > 0 && (
        <output>
          <StatusTag tone="warn">{t('terminals.watchedBy', { names: watchers.join(', ') })}</StatusTag>
        </output>
      )}
      <span className="terminal-reason" title={tab.reason}>
        {tab.reason}
      </span>
      <Input.Search
        className="terminal-find"
        size="small"
        aria-label={t('terminals.find')}
        placeholder={t('terminals.find')}
        onSearch={find}
        onChange={() => setMissed(false)}
        {...(missed && { status: 'error' as const, title: t('terminals.notFound') })}
      />
      {missed && <output>{t('terminals.notFound')}</output>}
      <Button size="small" onClick={() => void copy()}>
        {t('terminals.copy')}
      </Button>
      {over === null ? (
        <Button size="small" danger onClick={props.onEnd}>
          {t(phase === 'asking' ? 'terminals.cancelAsking' : 'terminals.end')}
        </Button>
      ) : (
        (ending === 'left' || ending === 'host_key') && (
          <Button size="small" onClick={props.onReconnect}>
            {t('terminals.reconnect')}
          </Button>
        )
      )}
    </div>
  )
}

function Phase({ tab, progress }: { tab: TerminalTab; progress: Progress }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const { phase, over, askedUntil } = progress
  const text =
    over !== null
      ? t(`terminals.outcome.${over.outcome}`)
      : phase === 'asking'
        ? t('terminals.asking', { left: countdown(askedUntil ?? '', now) })
        : phase === 'open'
          ? t('terminals.recorded')
          : t('terminals.connecting', { name: tab.deviceName })
  return (
    <StatusTag
      tone={phaseTones[phase]}
      {...(phase === 'open' && { icon: <span className="terminal-recorded" aria-hidden /> })}
    >
      {text}
    </StatusTag>
  )
}

/** Red marks recording. */
const phaseTones = {
  asking: 'warn',
  connecting: 'waiting',
  open: 'bad',
  over: 'off',
} as const satisfies Record<Progress['phase'], StatusTone>
