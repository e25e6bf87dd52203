import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseSearch } from '../../lib/search.ts'
import { type Inline, plainOf } from './inline-markdown.ts'
import { type Block, markdownOf } from './markdown.ts'
import { referenceTarget } from './reference.ts'

export interface AnswerNumber {
  readonly start: number
  readonly end: number
  readonly stepId: string | null
}

interface Numbers {
  readonly all: readonly AnswerNumber[]
  /** What a step is called; null: it is not there. */
  readonly stepName: (stepId: string) => string | null
  readonly onStep: (stepId: string) => void
}
const NumbersContext = createContext<Numbers>({ all: [], stepName: () => null, onStep: () => undefined })

/** An answer: markdown without HTML, images and addresses. Its numbers lead to the step that they come from. */
export function AnswerText(props: { text: string; isOpen: boolean } & Numbers) {
  const { text, isOpen, all, stepName, onStep } = props
  const blocks = useMemo(() => markdownOf(text, isOpen), [text, isOpen])
  const numbers = useMemo(() => ({ all, stepName, onStep }), [all, stepName, onStep])
  return (
    <NumbersContext value={numbers}>
      <div className="answer-text">
        <Blocks blocks={blocks} />
      </div>
    </NumbersContext>
  )
}

/** Headings stand below the one of the conversation, without a gap between levels. */
const firstHeading = 3

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  let last = firstHeading - 1
  return blocks.map((block, place) => {
    if (block.kind === 'heading') {
      last = Math.min(block.level + firstHeading - 1, last + 1, 6)
      const Heading = `h${last}` as 'h3'
      return (
        // Blocks only grow at the end: the index identifies them.
        <Heading key={place}>
          <Spans inlines={block.children} />
        </Heading>
      )
    }
    return <OneBlock key={place} block={block} />
  })
}

function OneBlock({ block }: { block: Exclude<Block, { kind: 'heading' }> }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans inlines={block.children} />
        </p>
      )
    case 'code':
      return <Code text={block.text} />
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map(({ children }, place) => (
        <li key={place}>
          <Blocks blocks={children} />
        </li>
      ))
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'table':
      return <Table block={block} />
    case 'rule':
      return <hr />
  }
}

function Code({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <figure className="answer-code" tabIndex={0} aria-label={t('conversations.code')}>
      <pre>{text}</pre>
    </figure>
  )
}

function Table({ block: { head, aligns, rows } }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <figure className="answer-table" tabIndex={0} aria-label={head.map(plainOf).join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" data-align={aligns[column]}>
                <Spans inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column} data-align={aligns[column]}>
                  <Spans inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Spans({ inlines, plain = false }: { inlines: readonly Inline[]; plain?: boolean }): ReactNode {
  return inlines.map((inline, place) => <Span key={place} inline={inline} plain={plain} />)
}

function Span({ inline, plain }: { inline: Inline; plain: boolean }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return plain ? inline.text : <Numbered text={inline.text} at={inline.at} />
    case 'break':
      return <br />
    case 'code':
      return <code>{inline.text}</code>
    case 'link': {
      const path = referenceTarget(inline.target)
      if (path === null) return <Spans inlines={inline.children} plain={plain} />
      const [to = '', search = ''] = path.split('?')
      return (
        <Link to={to} search={parseSearch(search)}>
          <Spans inlines={inline.children} plain />
        </Link>
      )
    }
    case 'strong':
    case 'em':
    case 'del': {
      const Mark = inline.kind
      return (
        <Mark>
          <Spans inlines={inline.children} plain={plain} />
        </Mark>
      )
    }
  }
}

/** A text with the numbers in it. */
function Numbered({ text, at }: { text: string; at: number }) {
  const { all } = useContext(NumbersContext)
  const own = all.filter(({ start, end }) => start >= at && end <= at + text.length && end > start)
  const parts: ReactNode[] = []
  let from = 0
  for (const number of own.toSorted((a, b) => a.start - b.start)) {
    const start = number.start - at
    if (start < from) continue
    if (start > from) parts.push(text.slice(from, start))
    from = number.end - at
    parts.push(<AnswerFigure key={start} number={number} text={text.slice(start, from)} />)
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}

function AnswerFigure({ number: { stepId }, text }: { number: AnswerNumber; text: string }) {
  const { t } = useTranslation()
  const { stepName, onStep } = useContext(NumbersContext)
  const name = stepId === null ? null : stepName(stepId)
  if (stepId === null || name === null)
    return (
      <Tooltip title={t('conversations.noSource')} trigger={['hover', 'focus', 'click']}>
        <button
          type="button"
          className="answer-number answer-number-unsure"
          aria-label={`${text} ${t('conversations.noSource')}`}
        >
          {text}
        </button>
      </Tooltip>
    )
  const source = t('conversations.source', { name })
  return (
    <button
      type="button"
      className="answer-number"
      title={source}
      aria-label={`${text} ${source}`}
      onClick={() => onStep(stepId)}
    >
      {text}
    </button>
  )
}
