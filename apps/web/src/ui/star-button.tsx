import { StarFilled, StarOutlined } from '@ant-design/icons'
import type { PersonalKind } from '@netward/contract/personal-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSeen, useStar } from '../lib/use-personal.ts'
import './star-button.css'

/** Follows what a page is about; the page counts as opened by the person. */
export function StarButton({ kind, id }: { kind: PersonalKind; id: string }) {
  const { t } = useTranslation()
  const star = useStar(kind, id)
  useSeen(kind, id, true)
  const text = t(star?.starred === true ? 'workbench.unfollow' : 'workbench.follow')
  return (
    <Button
      type="text"
      size="small"
      className={star?.starred === true ? 'star-button star-on' : 'star-button'}
      aria-label={text}
      aria-pressed={star?.starred === true}
      title={text}
      disabled={star === null || star.busy}
      icon={star?.starred === true ? <StarFilled /> : <StarOutlined />}
      onClick={() => star?.toggle()}
    />
  )
}
