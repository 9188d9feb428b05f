import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { words } from '../texts'
import type { Menu } from './editing'
import { Preview } from './preview'
import { Tree } from './tree'

/** The tree of options beside what the customer reads. What is changed in it is kept at once. */
export default function MenuTab({ menu, greeting }: { menu: Menu; greeting: string }) {
  useSignals()
  const { list } = menu
  useEffect(() => {
    void list.reload()
    return list.follow()
  }, [list])
  return (
    <div className="menu-tab">
      <section aria-label={words('menuWhat')}>
        <p className="muted">{words('menuHelp')}</p>
        <Tree menu={menu} />
      </section>
      <Preview menu={menu} greeting={greeting} />
    </div>
  )
}
