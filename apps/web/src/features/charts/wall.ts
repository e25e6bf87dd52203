import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

/** Each page stands so long. */
const rotateMs = 30_000

const isWall = createStore(false)

const end = () => {
  isWall.set(false)
  delete document.documentElement.dataset['wall']
  document.removeEventListener('fullscreenchange', left)
  window.removeEventListener('keydown', pressed)
  if (document.fullscreenElement !== null) void document.exitFullscreen()
}
const left = () => {
  if (document.fullscreenElement === null) end()
}
const pressed = ({ key }: KeyboardEvent) => {
  if (key === 'Escape') end()
}

const enter = () => {
  isWall.set(true)
  document.documentElement.dataset['wall'] = ''
  document.addEventListener('fullscreenchange', left)
  window.addEventListener('keydown', pressed)
  // The browser may refuse: then the page is without controls all the same, and Escape ends it.
  document.documentElement.requestFullscreen().catch(() => undefined)
}

/** Pages of charts that are on the screen. Other pages have no full screen: one that is opened from a chart ends it. */
let shown = 0
/** Between two pages none is shown. */
const betweenMs = 3_000

/**
 * Full screen without the console's menus and controls, until Escape: one page after the other.
 * @returns what begins it
 */
export function useFullScreen(pages: readonly string[], current: string): () => void {
  const navigate = useNavigate()
  const wall = useStore(isWall)
  useEffect(() => {
    shown += 1
    return () => {
      shown -= 1
      window.setTimeout(() => {
        if (shown === 0 && isWall.get()) end()
      }, betweenMs)
    }
  }, [])
  useEffect(() => {
    if (!wall || pages.length < 2) return undefined
    const next = pages[(pages.indexOf(current) + 1) % pages.length] ?? current
    const timer = window.setTimeout(() => void navigate({ to: next, search: true }), rotateMs)
    return () => window.clearTimeout(timer)
  }, [wall, pages, current, navigate])
  return enter
}
