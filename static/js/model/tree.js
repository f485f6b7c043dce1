// treeOf lists the branches of a lab as a tree, parents before their children:
// [{id, name, depth, open, fork, head, ended}], children in the order of their
// forks. head is the frame's own for the branch that is open.
export function treeOf({ branches, branch, head }) {
  const lines = [];
  const visit = (parent, depth) => {
    const children = branches.filter((each) => each.parent === parent).sort((a, b) => a.fork - b.fork);
    for (const each of children) {
      const open = each.id === branch;
      lines.push({ ...each, depth, open, head: open ? head.seq : each.head, ended: open ? head.ended : each.ended });
      visit(each.id, depth + 1);
    }
  };
  visit("", 0);
  return lines;
}

// apart lists the verdicts of two branches side by side, those that came out
// differently first: [{name, sides: [verdict, verdict], differs}].
export function apart(sides) {
  const names = [...new Set(sides.flatMap((side) => Object.keys(side.verdicts)))];
  return names
    .map((name) => {
      const pair = sides.map((side) => side.verdicts[name] ?? { status: "not-exercised", text: "" });
      return { name, sides: pair, differs: said(pair[0]) !== said(pair[1]) };
    })
    .sort((a, b) => Number(b.differs) - Number(a.differs));
}

function said({ status, count }) {
  return `${status} ${count ?? 0}`;
}
