import type { TerminalMessage } from '@netward/contract/terminal-values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginQuestion } from './login-question.tsx'
import { TerminalBar } from './terminal-bar.tsx'
import { TerminalKeys } from './terminal-keys.tsx'
import { TerminalNews } from './terminal-news.tsx'
import { after, answered, beginning } from './terminal-progress.ts'
import type { TerminalTab } from './terminal-tab.ts'
import { useScreen } from './use-screen.ts'

/** One terminal: its screen, and its messages. */
export function TerminalPane(props: {
  tab: TerminalTab
  shown: boolean
  onOver: () => void
  onReconnect: () => void
}) {
  const { t } = useTranslation()
  const { tab, shown, onOver, onReconnect } = props
  const [progress, setProgress] = useState(beginning)
  const [control, setControl] = useState(false)
  const onMessage = (message: TerminalMessage) => {
    setProgress((before) => after(before, message, Date.now()))
    if (message.type === 'over') onOver()
  }
  const { question } = progress
  const { frame, screen, answer, end, press } = useScreen({
    ticket: tab.ticket,
    shown: shown && question === null,
    control,
    onControlUsed: () => setControl(false),
    onMessage,
  })
  return (
    <div className="terminal-pane">
      <TerminalBar
        tab={tab}
        progress={progress}
        screen={screen}
        onEnd={() => {
          end()
          onMessage({ type: 'over', outcome: 'left' })
        }}
        onReconnect={onReconnect}
      />
      <TerminalNews tab={tab} progress={progress} onReconnect={onReconnect} />
      {question !== null && (
        <LoginQuestion
          key={question.round}
          question={question}
          shown={shown}
          onAnswer={(answers) => {
            answer(question.round, answers)
            setProgress(answered)
          }}
        />
      )}
      <section
        ref={frame}
        className="terminal-screen"
        aria-label={t('terminals.screen', { name: tab.deviceName })}
      />
      {(progress.phase === 'open' || progress.phase === 'connecting') && question === null && (
        <TerminalKeys control={control} onControl={setControl} onKey={press} />
      )}
    </div>
  )
}
