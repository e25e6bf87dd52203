import type { AnswerPart, Proposal } from '@netward/contract/conversations'
import { useAnswerParts } from '../../ui/answer-parts.ts'
import { ProposalCard } from './proposal-card.tsx'

/** What stands beside the words of an answer. */
export function AnswerPartView(props: { part: AnswerPart; onProposal: (proposal: Proposal) => void }) {
  const { AnswerPanel, AnswerMetric } = useAnswerParts()
  const { part, onProposal } = props
  switch (part.kind) {
    case 'panel':
      return (
        <div className="answer-chart">
          <AnswerPanel panel={part.panel} from={part.from} to={part.to} filters={part.filters} />
        </div>
      )
    case 'metric':
      return (
        <div className="answer-chart">
          <AnswerMetric
            deviceId={part.deviceId}
            deviceName={part.deviceName}
            metric={part.metric}
            from={part.from}
            to={part.to}
          />
        </div>
      )
    case 'proposal':
      return <ProposalCard proposal={part.proposal} onChange={onProposal} />
  }
}
