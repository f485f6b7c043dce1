package engine
import ("testing";"os";"fmt";"github.com/lockviz/lockviz/engine/scenario";"github.com/lockviz/lockviz/engine/trace")
func TestDbg(t *testing.T){
 raw,_:=os.ReadFile("../scenarios/failover-wait.yaml")
 sc,err:=scenario.Parse("x",raw); if err!=nil{t.Fatal(err)}
 l:=open(t,sc)
 fmt.Println(l.Run(ToEnd))
 fmt.Print(trace.Text(l.Events(0)[:120]))
}
