import { ThunderboltOutlined } from '@ant-design/icons'
import type { Proposal } from '@netward/contract/conversations'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { parseSearch } from '../../lib/search.ts'
import { useAct } from '../../lib/use-api.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ProposalDialog } from './proposal-dialog.tsx'
import { ProposalValues } from './proposal-values.tsx'
import { referencePath } from './reference.ts'
import { templateText } from './proposal-form.ts'
import { TextDiff } from './text-diff.tsx'

const tones = { open: 'waiting', done: 'ok', failed: 'bad', dismissed: 'off' } as const

/** An act that the assistant proposes; the person carries it out. */
export function ProposalCard(props: { proposal: Proposal; onChange: (proposal: Proposal) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { proposal, onChange } = props
  const { kind, state, subject, reason, outcome, decidedAt } = proposal
  const dismiss = useAct('POST /api/v1/assistant/proposal/:proposalId/dismiss')
  const text = templateText(proposal)
  return (
    <section className={`proposal proposal-${state}`} aria-labelledby={id}>
      <header>
        <ThunderboltOutlined aria-hidden="true" />
        <h3 id={id}>{t('conversations.proposal', { act: t(`conversations.proposals.${kind}`) })}</h3>
        <StatusTag tone={tones[state]}>{t(`conversations.proposalStates.${state}`)}</StatusTag>
      </header>
      {subject !== null && (
        <p>
          {t('conversations.about')} <Reference {...subject} name={subject.name} />
        </p>
      )}
      <ProposalValues proposal={proposal} />
      {text !== null && <TextDiff before={proposal.before ?? ''} after={text} />}
      {reason !== '' && <p className="proposal-reason">{t('conversations.because', { reason })}</p>}
      {outcome?.error != null && (
        <p className="answer-step-failed" role="alert">
          {outcome.error}
        </p>
      )}
      {outcome?.made != null && (
        <p>
          <Reference {...outcome.made} name={t('conversations.made')} />
        </p>
      )}
      {decidedAt !== null && state !== 'open' && <p className="quiet">{format.dateTime(decidedAt)}</p>}
      {state === 'open' && (
        <div className="proposal-acts">
          <Button type="primary" onClick={() => setOpen(true)}>
            {t('conversations.carryOut')}
          </Button>
          <Button
            loading={dismiss.isPending}
            onClick={() =>
              void dismiss.mutateAsync({ proposalId: proposal.id }).then(onChange, () => undefined)
            }
          >
            {t('conversations.dismiss')}
          </Button>
        </div>
      )}
      <ProposalDialog proposal={proposal} open={isOpen} onClose={() => setOpen(false)} onDone={onChange} />
    </section>
  )
}

function Reference(props: { kind: Parameters<typeof referencePath>[0]; id: string; name: string }) {
  const [to = '', search = ''] = referencePath(props.kind, props.id).split('?')
  return (
    <Link to={to} search={parseSearch(search)}>
      {props.name}
    </Link>
  )
}
