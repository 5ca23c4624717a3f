/** Drafts and conflicts: loaded with their code, on any page. */
export const drafts = {
  restored: 'Draft restored',
  restoredText: 'We kept what you typed on this device.',
  discard: 'Discard',
  otherAccount: {
    title: '{{email}} is signed in now',
    kept: 'Another tab of this browser signed in with this account. What you typed here isn’t saved: it stays on this device as a draft of {{former}}.',
    lost: 'Another tab of this browser signed in with this account. What you typed here for {{former}} can’t be saved.',
    open: 'Continue with this account',
  },
  conflict: {
    title: 'Someone else changed this record',
    text: 'Choose which values to keep. Nothing is saved until you do.',
    mine: 'Yours',
    theirs: 'Theirs',
    allMine: 'Keep all yours',
    allTheirs: 'Use all theirs',
    save: 'Save my choice',
    changed: {
      mine: 'Only you changed this.',
      theirs: 'Only the other person changed this.',
      both: 'You both changed this.',
    },
  },
};
