import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { copied } from '../lib/copied.ts'
import { notify } from '../lib/notify.ts'
import './copy-block.css'

/** Lines of a configuration, with a button that copies them. */
export function CopyBlock({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  const lines = useRef<HTMLPreElement>(null)
  const id = useId()
  const copy = async () => {
    const byHand = () => {
      if (lines.current !== null) window.getSelection()?.selectAllChildren(lines.current)
    }
    if (await copied(text, byHand)) notify.success(t('common.copied'))
  }
  return (
    <figure className="copy-block" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{title}</strong>
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${t('common.copy')} ${title}`}
          onClick={() => void copy()}
        >
          {t('common.copy')}
        </Button>
      </figcaption>
      <pre ref={lines}>{text}</pre>
    </figure>
  )
}
